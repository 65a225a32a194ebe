/** Whether a text looks like an address; the server alone decides. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@\S+$/.test(text.trim())
}
