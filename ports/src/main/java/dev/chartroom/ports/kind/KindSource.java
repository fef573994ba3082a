package dev.chartroom.ports.kind;

import java.util.List;

/** A place that kind definitions come from. */
public interface KindSource {

    /** Every definition that is there now, in a stable order. Never fails for one bad document. */
    List<DefinitionDocument> documents();
}
