-- Whatever reads the table for long, such as a dump, must not have everybody else wait behind this.
SET LOCAL lock_timeout = '3s';

-- The server that gives revisions, and its timeline, which is another one after each failover and each recovery from a
-- backup. Null until somebody has connected.
ALTER TABLE state ADD COLUMN timeline text;

-- What was given between these two may be lost: another server gave it, and this one was behind. Nothing here has such a
-- revision, and who comes with one has to begin anew.
ALTER TABLE state ADD COLUMN lost_after bigint, ADD COLUMN lost_until bigint;
