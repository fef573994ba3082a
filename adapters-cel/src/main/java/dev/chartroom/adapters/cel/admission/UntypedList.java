package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.JsonBacked;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonValue;

/** A JSON array whose elements are converted on access. */
record UntypedList(JsonArray array) implements ListValue, JsonBacked {
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
        return UntypedJson.of(array.get(index));
    }

    @Override
    public Object equalTo(Object other) {
        return other instanceof ListValue list ? ListValue.equalInOrder(this, list) : false;
    }

    @Override
    public ListValue plus(ListValue other) {
        return PlainList.EMPTY.plus(this).plus(other);
    }
}
