import { Problem } from '@host/plugin'

/** In characters. */
const longest = 200
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * The name of an uploaded file, from its header: percent-encoded UTF-8. Folders and characters that don't show are left
 * out, and the middle of a longer name.
 * @throws Problem `invalid_input` for an encoding that is none
 */
export function fileName(header: string | null): string {
  const last =
    decode(header ?? '')
      .split(/[/\\]/)
      .at(-1) ?? ''
  const name = last.replaceAll(invisible, '').trim()
  if (name === '' || /^\.+$/.test(name)) return 'file'
  const characters = [...name]
  if (characters.length <= longest) return name
  const ending = [...(/\.[^.]{1,20}$/u.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, longest - ending.length), ...ending].join('')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    const message = {
      en: 'Percent-encode the file name in X-File-Name.',
      zh: '请对 X-File-Name 中的文件名进行百分号编码。',
    }
    throw new Problem('invalid_input', { errors: [{ path: 'file', message }] })
  }
}
