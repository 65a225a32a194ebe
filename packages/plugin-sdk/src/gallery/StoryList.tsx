import { useState } from 'react'
import { Link } from '../navigation/Link.tsx'
import { storied } from './load-story.ts'
import type { ExampleProps } from './story.ts'

/** The components, and a field that narrows them down. */
export function StoryList({ search, say }: { readonly search: string } & ExampleProps) {
  const [wanted, setWanted] = useState('')
  const found = storied.filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  const label = say('Search components', '搜索组件')
  return (
    <nav aria-label={say('Components', '组件')} className="flex flex-col gap-3">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        className="h-control w-full rounded-control border border-control bg-surface px-2.5 text-sm"
      />
      <ul className="flex flex-col">
        {found.map((name) => (
          <li key={name}>
            <Link
              to={`/${name}${search}`}
              className="flex min-h-compact items-center rounded-control px-2.5 text-sm text-muted hover:bg-hover hover:text-fg aria-[current]:bg-accent-soft aria-[current]:text-accent-fg"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <p role="status" className="px-2.5 text-xs text-subtle">
        {say(`${found.length} of ${storied.length}`, `${found.length} / ${storied.length}`)}
      </p>
    </nav>
  )
}
