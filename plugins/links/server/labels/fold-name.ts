/** A name without its case: two names of a workspace that are the same then are one. */
export function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().normalize('NFC')
}
