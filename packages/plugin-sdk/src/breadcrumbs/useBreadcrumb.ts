import { useEffect } from 'react'
import { useCrumbTrail } from './CrumbProvider.tsx'

/**
 * Names the record of a page such as `/notes/:id` in the breadcrumbs and in the document's title, as long as the
 * component is mounted; `undefined` while it loads. A step on the way to the page says in `to` where it leads.
 * @throws Error outside a host
 * @example useBreadcrumb(note.data?.title)
 * @since 1.0.0
 */
export function useBreadcrumb(title: string | undefined, to?: string): void {
  const { add } = useCrumbTrail()
  useEffect(() => (title === undefined ? undefined : add({ title, to })), [add, title, to])
}
