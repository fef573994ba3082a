package dev.chartroom.apimachinery.scaling;

/** Names that collide in one bucket of a hash table. */
public final class Colliding {
    private static final int BLOCKS = 20;

    private Colliding() {}

    /**
     * Returns names that Jackson's symbol table puts into one bucket, whatever its seed. It hashes a long name as a sum
     * over blocks of four bytes, so the order of the blocks does not matter.
     */
    public static String[] symbols(int count) {
        String[] names = new String[count];
        int found = 0;
        for (int order = 0; found < count; order++) {
            if (Integer.bitCount(order) == BLOCKS / 2) {
                StringBuilder name = new StringBuilder("thesamestart");
                for (int bit = 0; bit < BLOCKS; bit++) {
                    name.append((order >> bit & 1) == 0 ? "aaaa" : "aaab");
                }
                names[found++] = name.toString();
            }
        }
        return names;
    }
}
