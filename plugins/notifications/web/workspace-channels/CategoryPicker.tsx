import { Checkbox, FieldGroup } from '@host/plugin-sdk'
import type { WorkspaceChannelCategory } from '../../shared/workspace-channels.ts'

export interface CategoryPickerProps {
  readonly categories: readonly WorkspaceChannelCategory[]
  /** May include categories of features that are off, which stay chosen. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

/** A checklist of notification types, by plugin. */
export function CategoryPicker({ categories, chosen, onChange }: CategoryPickerProps) {
  const pick = (key: string, isPicked: boolean) =>
    onChange(isPicked ? [...chosen, key] : chosen.filter((one) => one !== key))
  return (
    <FieldGroup>
      <ul className="divide-y divide-line rounded-card border border-line">
        {[...Map.groupBy(categories, ({ plugin }) => plugin)].map(([plugin, own]) => (
          <li key={plugin} className="flex flex-col gap-2 px-4 py-2">
            <span className="text-xs text-subtle">{plugin}</span>
            {own.map(({ key, title }) => (
              <Checkbox
                key={key}
                label={title}
                checked={chosen.includes(key)}
                onChange={(isPicked) => pick(key, isPicked)}
              />
            ))}
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}
