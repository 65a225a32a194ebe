/** A name for this tab that no other has; `randomUUID` is missing where the page came over plain http. */
export function newTabId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
