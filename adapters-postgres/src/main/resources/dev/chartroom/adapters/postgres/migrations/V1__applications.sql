-- Where this store is: one row, which every write locks until it commits. So revisions become visible in their order,
-- and a transaction that is rolled back takes its revision with it.
CREATE TABLE state (
    the_only boolean PRIMARY KEY DEFAULT true CHECK (the_only),
    -- The last revision that was given.
    latest bigint NOT NULL,
    -- States before this one are forgotten.
    compacted bigint NOT NULL CHECK (compacted <= latest)
) WITH (fillfactor = 10);

-- A database that is made anew goes on above what clients saw of an earlier one: it gives less than one revision a
-- millisecond.
INSERT INTO state (latest, compacted)
SELECT start, start FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS start) AS now;

-- Every version of every object that is not forgotten: it was there from one revision until it was superseded by the
-- next version, or deleted, at another. What is there now is what was not superseded.
CREATE TABLE application (
    revision bigint PRIMARY KEY,
    superseded bigint CHECK (superseded > revision),
    superseded_at timestamptz,
    api_group text COLLATE "C" NOT NULL,
    resource text COLLATE "C" NOT NULL,
    namespace text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    -- Lists are in the order of this.
    key text COLLATE "C" GENERATED ALWAYS AS (namespace || '/' || name) STORED,
    -- As clients see it, but for its resource version and for defaults. Not jsonb, which would forget how numbers are
    -- written and cannot hold every string.
    object json NOT NULL
);

CREATE UNIQUE INDEX application_now ON application (api_group, resource, key) INCLUDE (revision)
WHERE superseded IS NULL;

CREATE UNIQUE INDEX application_then ON application (superseded) WHERE superseded IS NOT NULL;
