import type { CSSProperties } from 'react'
import { useApiHref } from '../navigation/useApiHref.ts'
import { classNames } from './class-names.ts'

export interface AvatarProps {
  readonly name: string
  /** The ID of the person or the workspace, which gives the initials one of eight tints. Default: the name. */
  readonly of?: string | undefined
  /** The address of a picture of this host, which takes the place of the initials. */
  readonly picture?: string | null | undefined
  /** A workspace is a square, a person a circle. */
  readonly shape?: 'square' | 'circle'
  readonly size?: 'small' | 'medium'
}

/**
 * The initials of a person or a workspace, or its picture. The name stands beside it, so it is decoration and no text of the page.
 * @example <Avatar name={note.author.name} of={note.author.id} />
 * @since 1.0.0
 */
export function Avatar({ name, of = name, picture, shape = 'circle', size = 'medium' }: AvatarProps) {
  const frame = classNames(
    'inline-flex shrink-0 items-center justify-center select-none',
    shape === 'square' ? 'rounded-control' : 'rounded-full',
    size === 'small' ? 'size-6' : 'size-8',
  )
  const apiHref = useApiHref()
  if (typeof picture === 'string') {
    return <img src={apiHref(picture)} alt="" className={classNames(frame, 'object-cover')} />
  }
  return (
    <span
      aria-hidden
      data-initials={initialsOf(name)}
      style={{ '--tint': tintOf(of) } as CSSProperties}
      className={classNames(frame, 'tinted before:content-[attr(data-initials)] text-xs font-semibold')}
    />
  )
}

/** The initials of the first two words; for Chinese, Japanese or Korean names, the first character only. */
function initialsOf(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/u)
  const head = firstCharacter(first) || '?'
  if (/\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(head)) return head
  return (head + firstCharacter(second)).toUpperCase()
}

function firstCharacter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word)
  return first?.segment ?? ''
}

/** The hue of a tint, the same for an ID everywhere. */
function tintOf(id: string): number {
  let hash = 0
  for (const letter of id) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return (hash % 8) * 45 + 5
}
