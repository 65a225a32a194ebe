/** Under which an option of the list is named to screen readers. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
