/**
 * The type of an uploaded file, judged by its first bytes. Its sender's word counts only where bytes can't decide: the
 * kind of a text, the program of a zip file.
 */
import { isUtf8 } from 'node:buffer'
import { Problem } from '@host/plugin'
import { hasSignature, isOfForm, signedType } from './file-signatures.ts'

/** The beginning of a file, with its sender's word. */
export interface FileBeginning {
  /** Its first bytes, `headSize` of them unless the file is shorter. */
  readonly head: Uint8Array
  /** The `Content-Type` of the request. */
  readonly stated: string | null
}

/** Bytes that a file is judged by. */
export const headSize = 4096

const anyType = 'application/octet-stream'
const plainText = 'text/plain'
const texts =
  /^(?:text\/.+|application\/(?:json|xml|yaml|toml|sql|x-ndjson|javascript|.+\+(?:json|xml))|image\/svg\+xml)$/
/** They run code where they are opened, so no range means them. */
const active = /^(?:text\/html|text\/javascript|application\/javascript|.+\+xml|(?:text|application)\/xml)$/
// Control characters other than tab, line feed, form feed, carriage return and escape.
const unprintable = new Set([...Array(32).keys()].filter((code) => ![9, 10, 12, 13, 27].includes(code)))

/** The type of a file. @throws Problem `unsupported_media_type`, `invalid_input` */
export function judgeType({ head, stated }: FileBeginning, accept: readonly string[]): string {
  const claimed = baseType(stated)
  const type = typeOf(head, claimed)
  if (type === undefined) throw wrongContent(claimed)
  if (!isAccepted(type, accept)) throw notAccepted(type, accept)
  return type
}

function typeOf(head: Uint8Array, claimed: string): string | undefined {
  const signed = signedType(head)
  if (signed !== undefined) return isOfForm(claimed, signed) ? claimed : signed
  if (texts.test(claimed)) return isText(head) && fitsText(head, claimed) ? claimed : undefined
  if (claimed !== anyType) return hasSignature(claimed) ? undefined : claimed
  return isText(head) ? plainText : anyType
}

function baseType(stated: string | null): string {
  const type = stated?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,120}$/.test(type) ? type : anyType
}

/** A character may be cut at the end of the head: UTF-8 has four bytes for one at most. */
function isText(head: Uint8Array): boolean {
  if (head.some((byte) => unprintable.has(byte))) return false
  return [0, 1, 2, 3].some(
    (cut) => (cut === 0 || head.length >= headSize) && isUtf8(head.subarray(0, head.length - cut)),
  )
}

function fitsText(head: Uint8Array, type: string): boolean {
  const start = new TextDecoder().decode(head.subarray(0, 512)).trimStart()
  if (type.endsWith('json')) return /^["[{\d-]|^(?:true|false|null)\b/.test(start)
  return type.endsWith('xml') ? start.startsWith('<') : true
}

function isAccepted(type: string, accept: readonly string[]): boolean {
  return accept.some((each) => {
    if (!each.endsWith('/*')) return each === type
    return !active.test(type) && (each === '*/*' || type.startsWith(each.slice(0, -1)))
  })
}

function notAccepted(type: string, accept: readonly string[]): Problem {
  const taken = accept.join(', ')
  return new Problem('unsupported_media_type', {
    detail: { en: `The file is ${type}.`, zh: `该文件的类型为 ${type}。` },
    nextStep: { en: `Choose a file of these types: ${taken}.`, zh: `请选择以下类型的文件：${taken}。` },
    errors: [{ path: 'file', message: { en: `Accepted types: ${taken}.`, zh: `允许的类型：${taken}。` } }],
  })
}

function wrongContent(claimed: string): Problem {
  const message = { en: `The content isn't ${claimed}.`, zh: `文件内容不是 ${claimed}。` }
  return new Problem('invalid_input', { errors: [{ path: 'file', message }] })
}
