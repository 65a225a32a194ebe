/** A label inside a sentence. */
export function lower(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
