package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.JsonBacked;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonValue;

/** A JSON array whose elements are converted on access. */
record JsonList(JsonArray array, StructuralSchema items) implements ListValue, JsonBacked {
    @Override
    public JsonValue json() {
        return array;
    }

    @Override
    public int size() {
        return array.size();
    }

    @Override
    public Object get(int index) {
        return JsonValues.of(array.get(index), items);
    }

    @Override
    public Object equalTo(Object other) {
        return other instanceof ListValue list ? ListValue.equalInOrder(this, list) : CelError.NO_SUCH_OVERLOAD;
    }

    @Override
    public ListValue plus(ListValue other) {
        return PlainList.EMPTY.plus(this).plus(other);
    }
}
