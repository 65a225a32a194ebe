import { useSearch } from '../navigation/useSearch.ts'
import type { ExampleProps } from './story.ts'
import { lookChoices, type Look } from './useLook.ts'

/** Chooses how the examples look. */
export function LookBar({ look, say }: { readonly look: Look } & ExampleProps) {
  const [, setSearch] = useSearch()
  const labels = {
    theme: say('Theme', '主题'),
    language: say('Language', '语言'),
    density: say('Density', '密度'),
    motion: say('Motion', '动效'),
    width: say('Width', '宽度'),
  }
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      {Object.entries(lookChoices).map(([name, choices]) => (
        <label key={name} className="flex items-center gap-2 text-sm text-muted">
          {labels[name as keyof Look]}
          <select
            value={look[name as keyof Look]}
            onChange={(event) => setSearch({ [name]: event.target.value }, { replace: true })}
            className="h-compact rounded-control border border-control bg-surface px-1.5 text-sm text-fg"
          >
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}
