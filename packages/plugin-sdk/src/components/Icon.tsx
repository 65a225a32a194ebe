import { createElement } from 'react'
import { unknownIcon, useIconNodes } from '../icons/IconProvider.tsx'
import { classNames } from './class-names.ts'

export interface IconProps {
  /** A lucide name that this build has compiled in. */
  readonly name: string
  /** Pixels; 16 when left out. */
  readonly size?: 12 | 14 | 16 | 18 | 20 | 24 | 32
  /** Accessible name of the icon; without it the icon is decorative. */
  readonly label?: string
  readonly className?: string
}

/**
 * A lucide icon in the color of the surrounding text.
 * @example <Icon name="users" />
 * @since 1.0.0
 */
export function Icon({ name, size = 16, label, className }: IconProps) {
  const nodes = useIconNodes(name)
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      {...meaning}
      // Tests look for it: a name that is put together at run time isn't found by a build.
      {...(nodes === undefined && { 'data-unknown-icon': name })}
      className={classNames('shrink-0', className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size <= 16 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {(nodes ?? unknownIcon).map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}
