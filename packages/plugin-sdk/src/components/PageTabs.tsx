import { Link } from '../navigation/Link.tsx'

export interface PageTabsProps {
  /** Names the pages, for screen readers. */
  readonly label: string
  readonly pages: readonly {
    /** Its address within the area, such as `/notes/archive`. */
    readonly path: string
    readonly label: string
  }[]
}

/**
 * Links to the pages of one thing, of which the open one is marked. Parts of one page are `Tabs`.
 * @example <PageTabs label={t('notes.pages')} pages={[{ path: '/notes', label: t('notes.title') }]} />
 * @since 1.0.0
 */
export function PageTabs({ label, pages }: PageTabsProps) {
  return (
    <nav
      aria-label={label}
      className="scroll-thin mb-4 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
    >
      {pages.map(({ path, label: name }) => (
        <Link
          key={path}
          to={path}
          className="inline-flex h-9 shrink-0 items-center border-b-2 border-transparent px-2.5 text-sm font-medium text-muted transition-colors hover:text-fg aria-[current=page]:border-accent aria-[current=page]:text-fg"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
