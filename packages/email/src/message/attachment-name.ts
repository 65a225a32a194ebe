import { cleanText } from './clean-text.ts'

/** Names that Windows gives to devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Characters that change the order of what is read, and those that show nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu

/**
 * A file name that is safe to save and to show: without folders, control characters, changes of the reading direction
 * and device names, and cut to a length with its extension left.
 */
export function safeAttachmentName(raw: string, mostBytes: number): string {
  const base = cleanText(raw).split(/[/\\]/).at(-1) ?? ''
  const visible = base
    .replace(invisible, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
  const trimmed = trimDots(visible)
  const name = reserved.test(trimmed) ? `_${trimmed}` : trimmed
  return cutName(name, mostBytes)
}

/** Dots and blanks around a name hide the file or are dropped by a file system. */
function trimDots(name: string): string {
  let [start, end] = [0, name.length]
  while (start < end && '. '.includes(name[start] ?? '')) start++
  while (end > start && '. '.includes(name[end - 1] ?? '')) end--
  return name.slice(start, end)
}

const longestExtension = 20

function cutName(name: string, mostBytes: number): string {
  if (Buffer.byteLength(name) <= mostBytes) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= longestExtension ? name.slice(dot) : ''
  const room = mostBytes - Buffer.byteLength(extension)
  // A character that is cut in two decodes to U+FFFD.
  const stem = Buffer.from(name).subarray(0, room).toString('utf8').replaceAll('\uFFFD', '')
  return trimDots(stem) + extension
}
