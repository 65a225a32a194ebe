/** An identifier for SQL, in both dialects. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text literal for SQL, in both dialects. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
