import { Badge, Checkbox, useTranslation } from '@host/plugin-sdk'
import type { CategoryChoice } from '../../shared/preferences.ts'
import { comesBy, inboxWay, routeWith, type Route } from './draft.ts'
import { useIsNarrow } from './useIsNarrow.ts'

/** A way by which notifications come. */
export interface Way {
  readonly id: string
  readonly label: string
}

export interface MatrixProps {
  readonly categories: readonly CategoryChoice[]
  readonly ways: readonly Way[]
  readonly onChange: (key: string, route: Route) => void
}

/** Delivery per category and channel: a table if the screen is wide enough, else a list. */
export function Matrix(props: MatrixProps) {
  return useIsNarrow() ? <MatrixList {...props} /> : <MatrixTable {...props} />
}

function MatrixTable({ categories, ways, onChange }: MatrixProps) {
  const { t } = useTranslation()
  return (
    <div className="scroll-thin overflow-x-auto overflow-y-hidden">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-subtle">
            <th scope="col" className="px-4 py-2 text-left font-medium">
              {t('notifications.category')}
            </th>
            {ways.map(({ id, label }) => (
              <th key={id} scope="col" className="px-2 py-2 text-center font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {categories.map((category) => (
            <tr key={category.key}>
              <th scope="row" className="px-4 py-2 text-left font-normal">
                <Name category={category} />
              </th>
              {ways.map((way) => (
                <td key={way.id} className="px-2 py-2">
                  <span className="flex justify-center">
                    <Choice category={category} way={way} onChange={onChange} isLabelHidden />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MatrixList({ categories, ways, onChange }: MatrixProps) {
  return (
    <ul className="divide-y divide-line">
      {categories.map((category) => (
        <li key={category.key} className="px-4 py-3">
          <fieldset>
            <legend className="mb-2">
              <Name category={category} />
            </legend>
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              {ways.map((way) => (
                <Choice key={way.id} category={category} way={way} onChange={onChange} />
              ))}
            </div>
          </fieldset>
        </li>
      ))}
    </ul>
  )
}

function Name({ category: { title, plugin, isUrgent } }: { readonly category: CategoryChoice }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {title}
        {isUrgent && <Badge tone="warning">{t('notifications.urgent')}</Badge>}
      </span>
      <span className="block text-xs text-subtle">{plugin}</span>
    </>
  )
}

interface ChoiceProps extends Pick<MatrixProps, 'onChange'> {
  readonly category: CategoryChoice
  readonly way: Way
  readonly isLabelHidden?: boolean
}

/** Urgent notifications always go to the inbox. */
function Choice({ category, way, onChange, isLabelHidden = false }: ChoiceProps) {
  const { t } = useTranslation()
  const label = isLabelHidden ? t('notifications.matrix.by', { what: category.title, way: way.label }) : way.label
  return (
    <Checkbox
      label={label}
      isLabelHidden={isLabelHidden}
      checked={comesBy(category, way.id)}
      disabled={category.isUrgent && way.id === inboxWay}
      onChange={(isOn) => onChange(category.key, routeWith(category, way.id, isOn))}
    />
  )
}
