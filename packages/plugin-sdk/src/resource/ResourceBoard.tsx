import type { ReactNode } from 'react'
import type { AnyResource } from '@host/plugin/wire'
import { Board } from '../board/Board.tsx'
import type { BoardMove } from '../board/board-props.ts'
import { usePermission } from '../hooks/usePermission.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useListQuery } from '../query/useListQuery.ts'
import { useMutation } from '../query/useMutation.ts'
import { choicesOf, titleOf } from './field-reading.ts'
import { MoreRecords } from './MoreRecords.tsx'
import { RecordFields } from './RecordFields.tsx'
import { recordEndpoints, type AnyRecord } from './record-endpoints.ts'

export interface ResourceBoardProps {
  readonly resource: AnyResource
  /** The choice field whose values are the columns. */
  readonly by: string
  /** Filters and order of the records, as the list takes them. */
  readonly input?: Readonly<Record<string, unknown>>
  /** Names of fields that a card shows below its title. */
  readonly fields?: readonly string[]
  /** Content of a card. Default: its title and `fields`. */
  readonly children?: (record: AnyRecord) => ReactNode
}

const everything: Readonly<Record<string, unknown>> = {}
const none: readonly string[] = []
/** Records of a page; more are loaded on request. */
const pageSize = 200

/**
 * The records of a resource as cards in a column for each value of a choice field. A move changes the field.
 * @example <ResourceBoard resource={deals} by="stage" fields={['amount', 'owner']} />
 * @since 1.0.0
 */
export function ResourceBoard({ resource, by, input = everything, fields = none, children }: ResourceBoardProps) {
  const { language } = useTranslation()
  const { list, read, change } = recordEndpoints(resource)
  const mayChange = usePermission(change)
  const records = useListQuery(list, { ...input, limit: pageSize })
  const { mutateAsync } = useMutation(change, { invalidates: [list, read] })
  const field = resource.fields[by]
  if (field === undefined) throw new Error(`The resource "${resource.name}" has no field "${by}".`)
  const columns = choicesOf(field, language).map(({ value, label }) => ({ id: value, label }))
  const move = async ({ id, from, to }: BoardMove) => (from === to ? undefined : await mutateAsync({ id, [by]: to }))
  return (
    <div className="flex flex-col gap-3">
      <Board
        label={resource.label.many[language]}
        columns={columns}
        cards={records.items}
        cardLabel={(record) => titleOf(resource, record)}
        columnOf={(record) => String(record[by])}
        addressOf={({ id }) => `${resource.path}/${id}`}
        {...(mayChange && { onMove: move })}
      >
        {children ??
          ((record) => (
            <>
              <p className="font-medium wrap-anywhere">{titleOf(resource, record)}</p>
              <RecordFields resource={resource} record={record} fields={fields} />
            </>
          ))}
      </Board>
      <MoreRecords records={records} />
    </div>
  )
}
