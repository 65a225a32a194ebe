import { Checkbox, ErrorNote, SkeletonRows, useListQuery, useTranslation } from '@host/plugin-sdk'
import { listAgentScopes } from '../../shared/token-tools.ts'

export interface PickScopesProps {
  readonly value: readonly string[]
  readonly onChange: (scopes: readonly string[]) => void
}

/** The scopes that change something, by feature. */
export function PickScopes({ value, onChange }: PickScopesProps) {
  const { t } = useTranslation()
  const { items, error, refetch } = useListQuery(listAgentScopes, {}, { errors: 'page' })
  if (items === undefined) {
    return error === null ? <SkeletonRows rows={4} /> : <ErrorNote error={error} onRetry={() => void refetch()} />
  }
  const pick = (name: string, isPicked: boolean) =>
    onChange(isPicked ? [...value, name] : value.filter((one) => one !== name))
  return (
    <fieldset className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-4">
      <legend className="sr-only">{t('mcp.connect.access.scopes')}</legend>
      {items
        .toSorted((one, other) => one.pluginTitle.localeCompare(other.pluginTitle))
        .map(({ name, title, pluginTitle }) => (
          <Checkbox
            key={name}
            label={pluginTitle}
            description={title}
            checked={value.includes(name)}
            onChange={(isPicked) => pick(name, isPicked)}
          />
        ))}
    </fieldset>
  )
}
