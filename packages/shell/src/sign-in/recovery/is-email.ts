/** Whether a text looks like an address; the server alone decides. */
export function isEmail(text: string): boolean {
  return /^\S+@\S+$/.test(text.trim())
}
