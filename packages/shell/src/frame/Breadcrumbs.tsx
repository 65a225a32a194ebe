import { Breadcrumbs as Trail, useLocation } from '@host/plugin-sdk'
import { useCrumbs, type AnnouncedMenu } from '@host/plugin-sdk/shell'

export interface BreadcrumbsProps {
  /** The entry that the present page belongs to. */
  readonly entry: AnnouncedMenu | undefined
}

/** The path back from a page without a menu entry, and the names in between. */
export function Breadcrumbs({ entry }: BreadcrumbsProps) {
  const path = useLocation()
  const crumbs = useCrumbs()
  if (entry === undefined || entry.path === path) return null
  const between = crumbs.map(({ title, to }) => ({ label: title, ...(to !== undefined && { to }) }))
  return <Trail items={[{ label: entry.label, to: entry.path }, ...between]} />
}
