/** A moment as the database and the wire have it. @param milliseconds since 1970 */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
