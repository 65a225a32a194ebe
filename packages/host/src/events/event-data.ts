import { column, limits, type EventDefinition } from '@host/plugin'
import { encodeOperand } from '../db/encode.ts'

const data = column.json()
/** How many wrong members a message names. */
const mostNamed = 5

/**
 * The data of an event as JSON, once they have been found to fit.
 * @throws TypeError naming what does not
 */
export async function eventData({ name, data: schema }: EventDefinition, given: unknown): Promise<string> {
  const checked = await schema['~standard'].validate(given)
  if (checked.issues !== undefined) {
    const wrong = checked.issues.slice(0, mostNamed).map(({ path = [], message }) => {
      const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
      return place === '' ? message : `${place}: ${message}`
    })
    throw new TypeError(`The data of "${name}" do not fit: ${wrong.join('; ')}.`)
  }
  const text = jsonOf(name, checked.value)
  const size = Buffer.byteLength(text)
  if (size > limits.eventData) {
    throw new TypeError(
      `The data of "${name}" are ${size} bytes of JSON, and an event holds at most ${limits.eventData}: publish ids, and let subscribers read the rest.`,
    )
  }
  return text
}

function jsonOf(name: string, value: unknown): string {
  try {
    return value === null ? 'null' : (encodeOperand('data', data, value) as string)
  } catch (cause) {
    throw new TypeError(
      `The data of "${name}" are no JSON that can be stored: leave out NUL characters and halves of characters.`,
      { cause },
    )
  }
}
