import { Badge } from '@host/plugin-sdk'

/** Chips that are shown; the others are a number. */
const mostShown = 3

/** The tags of a link in a row. */
export function TagChips({ tags }: { readonly tags: readonly string[] }) {
  const more = tags.slice(mostShown)
  return (
    <span className="flex max-w-64 items-center gap-1 overflow-hidden" title={tags.join(', ')}>
      {tags.slice(0, mostShown).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {more.length > 0 && <Badge>+{more.length}</Badge>}
    </span>
  )
}
