/** Hostile values in place of a text. */
export const hostileTexts: readonly string[] = [
  '__proto__',
  'constructor',
  "' OR '1'='1",
  '%00',
  '..%2f..%2fetc',
  '<script>alert(1)</script>',
  '\u202e\u0007\u{1f600}',
  'x'.repeat(3000),
]

/** Bodies that are JSON, and meant ill. */
export const hostileBodies: readonly string[] = [
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  '{"a":"\\u0000","b":"\\ud800"}',
  '{"a":1e400,"b":-0,"c":123456789012345678901234567890}',
  '[]',
  '"text"',
  'null',
]

/** Queries that no form sends. */
export const hostileQueries: readonly string[] = [
  '__proto__=1&constructor=2',
  'a=%00&b=%ff',
  'limit=-1&cursor=%7b%7d',
  'limit=1&limit=2&cursor=&q=%25%5f',
]
