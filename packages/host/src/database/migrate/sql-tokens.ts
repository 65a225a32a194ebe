/** A piece of a statement, in lower case: SQLite ignores case. A quoted name has lost its quotes. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'literal' | 'sign'
  readonly text: string
}

const pattern =
  /\s+|--[^\n]*|(?<word>[a-z_][a-z0-9_]*)|"(?<name>(?:[^"]|"")+)"|(?<literal>'(?:[^']|'')*'|\d+(?:\.\d+)?)|(?<sign>[^a-z0-9_'"`[\]$\\;])/giy

/**
 * Splits one statement into tokens; space and line comments are left out.
 * @returns undefined for text that the databases could read differently: several statements, block comments,
 * escaped or dollar-quoted strings, names in backticks or brackets
 */
export function readSqlTokens(sql: string): readonly SqlToken[] | undefined {
  const text = withoutEnd(sql)
  if (text.includes('/*')) return undefined
  const tokens: SqlToken[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex
    const found = pattern.exec(text)
    if (found === null) return undefined
    const token = tokenOf(found.groups ?? {})
    if (token === undefined) continue
    if (token.kind === 'literal' && isPrefixed(text, from)) return undefined
    tokens.push(token)
  }
  return tokens
}

/** Without the semicolon and the space at the end. */
function withoutEnd(sql: string): string {
  const text = sql.trimEnd()
  return text.endsWith(';') ? withoutEnd(text.slice(0, -1)) : text
}

function tokenOf({ word, name, literal, sign }: Readonly<Record<string, string | undefined>>): SqlToken | undefined {
  if (word !== undefined) return { kind: 'word', text: word.toLowerCase() }
  if (name !== undefined) return { kind: 'name', text: name.replaceAll('""', '"').toLowerCase() }
  if (literal !== undefined) return { kind: 'literal', text: literal }
  return sign === undefined ? undefined : { kind: 'sign', text: sign }
}

/** `E'…'` and its like have rules of their own; `x'…'` has none. */
function isPrefixed(text: string, from: number): boolean {
  return text[from] === "'" && /[a-wyz0-9_&]/i.test(text[from - 1] ?? '')
}
