import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { isPlainClick } from './is-plain-click.ts'
import { useHistoryEntry, useNavigation } from './navigation-context.ts'
import { absolutePath } from './shell-path.ts'
import { useApiHref } from './useApiHref.ts'

/** Props of `Link`: those of an anchor, and the destination. */
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** `/notes` inside the shell, `~/login` outside it. */
  readonly to: string
  readonly replace?: boolean
  readonly ref?: Ref<HTMLAnchorElement>
}

/**
 * A link to another page. Clicks with a modifier, other buttons and other targets stay the browser's.
 * The page loads ahead when the pointer or the focus comes near.
 * @example <Link to={`/notes/${note.id}`}>{note.title}</Link>
 * @since 1.0.0
 */
export function Link({
  to,
  replace = false,
  onClick,
  onPointerEnter,
  onFocus,
  children,
  ...rest
}: LinkProps): ReactNode {
  const { base, history, preloaders } = useNavigation()
  const href = useApiHref()(absolutePath(base, to))
  const isCurrent = useHistoryEntry().pathname === href.split(/[?#]/)[0]
  const preload = (): void => {
    for (const one of preloaders) one(to.split(/[?#]/)[0] ?? '/')
  }
  return (
    <a
      aria-current={isCurrent ? 'page' : undefined}
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlainClick(event, event.currentTarget)) return
        event.preventDefault()
        history.go(href, { replace })
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        preload()
      }}
      onFocus={(event) => {
        onFocus?.(event)
        preload()
      }}
    >
      {children}
    </a>
  )
}
