/** A JSON object of the document while it is made. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `notes_list_notes` as `NotesListNotes`, for the names of components. */
export function pascalCase(words: string): string {
  return words
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
