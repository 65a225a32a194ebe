/** Joins the lines of `format=flowed` (RFC 3676) that end with a space; quoted lines stay as they are. */
export function unflow(text: string, parameters: ReadonlyMap<string, string>): string {
  if (parameters.get('format')?.toLowerCase() !== 'flowed') return text
  const keepsSpace = parameters.get('delsp')?.toLowerCase() !== 'yes'
  const pieces: string[] = []
  for (const line of text.split('\n')) {
    const isQuoted = line.startsWith('>')
    const shown = line.startsWith(' ') ? line.slice(1) : line
    const flows = !isQuoted && shown.endsWith(' ') && shown !== '-- '
    pieces.push(flows && !keepsSpace ? shown.slice(0, -1) : shown, flows ? '' : '\n')
  }
  pieces.pop()
  return pieces.join('')
}
