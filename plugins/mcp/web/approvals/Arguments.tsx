import { Accordion, CodeBlock, useTranslation } from '@host/plugin-sdk'
import type { ApprovalSubject } from '../../shared/approvals.ts'
import { visibleJson, visibleText } from './visible-text.ts'

type Records = ApprovalSubject['records']

export interface ArgumentsProps {
  readonly input: Readonly<Record<string, unknown>>
  readonly records: Records
}

/** Deeper values are left to the JSON. */
const deepest = 4

/** The arguments of a call to be read: a line each, with the name of the record behind an id. The JSON says all of it. */
export function Arguments({ input, records }: ArgumentsProps) {
  const { t } = useTranslation()
  const json = <CodeBlock language="JSON" code={visibleJson(input)} wrap />
  if (Object.keys(input).length === 0) return <p className="text-sm text-muted">{t('mcp.approvals.noArguments')}</p>
  return (
    <div className="flex flex-col gap-3">
      <Members of={input} records={records} depth={0} />
      <Accordion items={[{ id: 'json', title: t('mcp.approvals.json'), content: json }]} />
    </div>
  )
}

interface MembersProps {
  readonly of: Readonly<Record<string, unknown>>
  readonly records: Records
  readonly depth: number
}

function Members({ of, records, depth }: MembersProps) {
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt className="font-mono text-xs wrap-anywhere text-muted">{visibleText(name)}</dt>
          <dd className="wrap-anywhere">
            <Value value={value} records={records} depth={depth} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ValueProps extends Omit<MembersProps, 'of'> {
  readonly value: unknown
}

function Value({ value, records, depth }: ValueProps) {
  const { t } = useTranslation()
  if (typeof value === 'string') return <Text text={value} records={records} />
  if (typeof value === 'boolean') return t(value ? 'mcp.approvals.yes' : 'mcp.approvals.no')
  if (typeof value !== 'object' || value === null || depth >= deepest) return <code>{visibleJson(value)}</code>
  if (Object.keys(value).length === 0) return <code>{visibleJson(value)}</code>
  if (!Array.isArray(value)) {
    return (
      <div className="mt-1 border-l border-line pl-3">
        <Members of={value as Readonly<Record<string, unknown>>} records={records} depth={depth + 1} />
      </div>
    )
  }
  return (
    <ul className="list-disc pl-5">
      {Object.entries(value as readonly unknown[]).map(([place, item]) => (
        <li key={place}>
          <Value value={item} records={records} depth={depth + 1} />
        </li>
      ))}
    </ul>
  )
}

function Text({ text, records }: { readonly text: string; readonly records: Records }) {
  const { t } = useTranslation()
  const record = records.find(({ id }) => id === text)
  if (record === undefined) return <span className="whitespace-pre-wrap">{lines(text)}</span>
  const { id, name, detail } = record
  return (
    <span className="block">
      {name === null ? (
        <span className="block font-medium text-danger-fg">{t('mcp.approvals.noRecord')}</span>
      ) : (
        <span className="block font-medium">{visibleText(name)}</span>
      )}
      {detail !== null && <span className="block text-muted">{visibleText(detail)}</span>}
      <code className="font-mono text-xs text-muted">{id}</code>
    </span>
  )
}

/** Every sign visible, in the lines that it has. */
function lines(text: string): string {
  return text === '' ? '""' : text.split('\n').map(visibleText).join('\n')
}
