package dev.chartroom.ports.service;

final class KindCatalogue {
    private KindCatalogue() {}
}
