/** The thread of SQLite: the writer or a reader, as its options say. Both are in one text. */
export const sqliteThread = new URL('sqlite-writer.ts', import.meta.url)
