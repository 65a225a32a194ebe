import { useEffect } from 'react'
import { Button, Checkbox, FieldGroup, SkeletonRows, useListQuery, useTranslation } from '@host/plugin-sdk'
import type { Scope } from '../shared.ts'
import type { TokenSource } from './token-source.ts'

export interface ScopePickerProps {
  readonly source: TokenSource
  /** Undefined until the scopes that only read are known, which are picked at first. */
  readonly value: readonly string[] | undefined
  readonly onChange: (scopes: string[]) => void
}

/** The scopes of a token, by plugin. */
export function ScopePicker({ source, value, onChange }: ScopePickerProps) {
  const { t } = useTranslation()
  const { items } = useListQuery(source.scopes)
  useEffect(() => {
    if (items !== undefined && value === undefined) onChange(readingOf(items))
  }, [items, value, onChange])
  if (items === undefined) return <SkeletonRows rows={4} />
  const picked = new Set(value)
  const pick = (name: string, isPicked: boolean) =>
    onChange(items.map((scope) => scope.name).filter((one) => (one === name ? isPicked : picked.has(one))))
  return (
    <FieldGroup>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" onClick={() => onChange(readingOf(items))}>
          {t('api-tokens.pickReading')}
        </Button>
        <Button size="compact" onClick={() => onChange(items.map(({ name }) => name))}>
          {t('api-tokens.pickAll')}
        </Button>
        <Button size="compact" onClick={() => onChange([])}>
          {t('api-tokens.pickNone')}
        </Button>
      </div>
      <ul
        aria-label={t('api-tokens.scopes')}
        className="rounded-card border border-line px-4 py-1 sm:columns-2 sm:gap-8"
      >
        {pluginsOf(items).map(([plugin, scopes]) => (
          <li
            key={plugin}
            className="grid grid-cols-[minmax(0,1fr)_4.5rem_5.5rem] break-inside-avoid items-center py-1"
          >
            <span className="truncate text-sm">{scopes[0]?.pluginTitle}</span>
            {scopes.map(({ name, title, isReading }) => (
              <span
                key={name}
                className={isReading ? 'col-start-2' : scopes.length > 1 ? 'col-start-3' : 'col-span-2 col-start-2'}
              >
                <Checkbox label={title} checked={picked.has(name)} onChange={(isPicked) => pick(name, isPicked)} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}

function readingOf(scopes: readonly Scope[]): string[] {
  return scopes.filter(({ isReading }) => isReading).map(({ name }) => name)
}

function pluginsOf(scopes: readonly Scope[]): readonly (readonly [string, readonly Scope[]])[] {
  const byPlugin = Map.groupBy(scopes, ({ plugin }) => plugin)
  const sorted = [...byPlugin].map(([plugin, own]) => [plugin, readingFirst(own)] as const)
  return sorted.toSorted(([, [one]], [, [other]]) => (one?.pluginTitle ?? '').localeCompare(other?.pluginTitle ?? ''))
}

function readingFirst(scopes: readonly Scope[]): readonly Scope[] {
  return scopes.toSorted((one, other) => Number(other.isReading) - Number(one.isReading))
}
