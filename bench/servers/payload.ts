/** The response of every server under test: an object whose JSON is 100 bytes long when the ID has four characters. */
export function payload(id: string): object {
  return { id, title: 'A note of any plugin', body: 'Some words that a person wrote down.', count: 7 }
}

/** The id that requests ask for. */
export const payloadId = '0042'

export const payloadBytes = 100
