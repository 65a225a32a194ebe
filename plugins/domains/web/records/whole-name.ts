/** The zone of a name. */
interface NamedZone {
  readonly name: string
  readonly asciiName: string
}

/** A typed name as the list of records has it: whole, with A-labels and without a dot at the end. */
export function wholeName(typed: string, { name, asciiName }: NamedZone): string {
  const text = typed.trim().toLowerCase()
  if (text === '@' || text === '') return asciiName
  const bare = text.replace(/\.$/, '')
  const isWhole = [name, asciiName].some((zone) => bare === zone || bare.endsWith(`.${zone}`))
  const labels = bare.split('.').map(asciiLabel).join('.')
  return text.endsWith('.') || isWhole ? labels : `${labels}.${asciiName}`
}

/** A whole name as it is shown within its zone: `@` for the zone itself. */
export function shortName(shown: string, { name, asciiName }: NamedZone): string {
  for (const zone of [name, asciiName]) {
    if (shown === zone) return '@'
    if (shown.endsWith(`.${zone}`)) return shown.slice(0, -zone.length - 1)
  }
  return shown
}

function asciiLabel(label: string): string {
  if (/^[\x00-\x7f]*$/.test(label)) return label
  try {
    return new URL(`http://${label}`).hostname
  } catch {
    return label
  }
}
