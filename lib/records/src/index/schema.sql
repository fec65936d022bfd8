-- No other game or file ever gets the number of one. The table `game` has only what lists are
-- sorted by, and `words` what is searched: narrow tables are read fast.
CREATE TABLE root (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE);
CREATE TABLE file (
    id INTEGER PRIMARY KEY AUTOINCREMENT, root INTEGER NOT NULL, path BLOB NOT NULL,
    size INTEGER NOT NULL, modified INTEGER NOT NULL,
    UNIQUE (root, path)
);
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT, root INTEGER NOT NULL, file INTEGER NOT NULL,
    rules INTEGER NOT NULL, outcome INTEGER NOT NULL, plies INTEGER NOT NULL,
    date TEXT NOT NULL, red TEXT NOT NULL COLLATE NOCASE, black TEXT NOT NULL COLLATE NOCASE,
    opening TEXT NOT NULL COLLATE NOCASE, event TEXT NOT NULL,
    english TEXT NOT NULL, chinese TEXT NOT NULL
);
CREATE TABLE detail (
    id INTEGER PRIMARY KEY, first_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL,
    final TEXT NOT NULL
);
CREATE TABLE line (
    file INTEGER NOT NULL, games BLOB NOT NULL, keys BLOB NOT NULL, moves BLOB NOT NULL
);
CREATE TABLE fault (
    file INTEGER NOT NULL, kept INTEGER NOT NULL, english TEXT NOT NULL, chinese TEXT NOT NULL
);
CREATE TABLE words (id INTEGER PRIMARY KEY, root INTEGER NOT NULL, text TEXT NOT NULL);
CREATE INDEX game_of_file ON game (file);
CREATE INDEX line_of_file ON line (file);
CREATE INDEX fault_of_file ON fault (file);
CREATE INDEX game_by_red ON game (root, red);
CREATE INDEX game_by_black ON game (root, black);
CREATE INDEX game_by_result ON game (root, outcome);
CREATE INDEX game_by_date ON game (root, date);
CREATE INDEX game_by_opening ON game (root, opening);
CREATE INDEX game_by_plies ON game (root, plies);
