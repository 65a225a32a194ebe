import { limits, type Upload, type UploadRules } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import { isObject } from '../support/json.ts'

/** The longest beginning of a file that a handler gets: sixteen uploads of a process have one in memory each. */
const longestHead = 256 * 1024

const mediaType = /^(?:\*\/\*|[a-z0-9!#$&^_.+-]+\/(?:\*|[a-z0-9!#$&^_.+-]+))$/

/** Checks the definition of an upload. @throws TypeError that gives the expected form */
export function checkUpload(definition: Upload): void {
  const { pattern, upload, audience } = definition
  if (upload === undefined) throw new TypeError('not an upload: define it with defineUpload')
  const { method } = parsePattern(pattern)
  if (method !== 'POST' && method !== 'PUT') throw new TypeError('an upload is a POST or a PUT')
  if (audience !== 'workspace') throw new TypeError('an upload has the audience "workspace"')
  checkRules(upload)
  const { properties } = definition.jsonSchema('input')
  const hasFile = isObject(properties) && 'file' in properties
  if (hasFile) throw new TypeError('its input has "file", which is the file itself')
}

function checkRules({ accept, maxBytes, headBytes = 0 }: UploadRules): void {
  const wrong = accept.find((type) => !mediaType.test(type))
  if (wrong !== undefined) {
    throw new TypeError(
      `its accept has ${JSON.stringify(wrong)}; use media types such as "image/*" or "application/pdf"`,
    )
  }
  if (accept.length === 0) throw new TypeError('its accept is empty; use ["*/*"] for files of any type')
  const most = limits.largestRequestBody
  if (!Number.isInteger(maxBytes) || maxBytes < 1 || maxBytes > most) {
    throw new TypeError(`its maxBytes is ${String(maxBytes)}; use a number of bytes from 1 to ${most}`)
  }
  if (!Number.isInteger(headBytes) || headBytes < 0 || headBytes > longestHead) {
    throw new TypeError(`its headBytes is ${String(headBytes)}; use a number of bytes from 0 to ${longestHead}`)
  }
}
