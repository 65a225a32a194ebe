import { Alert, CopyButton, Icon, useFormat, usePublicPage, useTranslation } from '@host/plugin-sdk'
import { deliveryPage, type DeliveryContent } from '../../shared.ts'

type Line = DeliveryContent['lines'][number]

/** Files and keys of an order, for the customer who has the link. */
export default function DeliveryPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = usePublicPage(deliveryPage)
  const { seller, email, orderedAt, until, lines } = data
  return (
    <div className="flex flex-col gap-6">
      <header>
        <h1 className="text-xl font-semibold">{t('products.delivery.title')}</h1>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          {t('products.delivery.from', { seller, email, date: format.date(orderedAt) })}
        </p>
      </header>
      <Alert>{t('products.delivery.until', { date: format.dateTime(until) })}</Alert>
      {lines.map((line) => (
        <DeliveredLine key={line.id} line={line} />
      ))}
    </div>
  )
}

function DeliveredLine({ line }: { readonly line: Line }) {
  const { t } = useTranslation()
  const { name, quantity, isRevoked, files, items } = line
  const isEmpty = files.length === 0 && items.length === 0
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-base font-semibold wrap-anywhere">
        {quantity === 1 ? name : t('products.delivery.several', { name, count: quantity })}
      </h2>
      {isRevoked && <p className="text-sm text-muted">{t('products.delivery.revoked')}</p>}
      {!isRevoked && isEmpty && <p className="text-sm text-muted">{t('products.delivery.nothing')}</p>}
      {!isRevoked && <DeliveredItems items={items} />}
      {!isRevoked && <DeliveredFiles files={files} />}
    </section>
  )
}

function DeliveredItems({ items }: Pick<Line, 'items'>) {
  const { t } = useTranslation()
  return items.map(({ title, text }) => (
    <div key={text} className="flex flex-col gap-1">
      <p className="text-sm text-muted">{title}</p>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 rounded-control bg-sunken px-2.5 py-2 font-mono text-xs wrap-anywhere">
          {text}
        </code>
        <CopyButton value={text} label={t('products.delivery.copy', { title })} />
      </div>
    </div>
  ))
}

function DeliveredFiles({ files }: Pick<Line, 'files'>) {
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {files.map(({ name, size, path }) => (
        <li key={path} className="flex items-center gap-2 text-sm">
          <Icon name="file" className="text-subtle" />
          <a href={path} download={name} className="min-w-0 flex-1 truncate text-accent-fg hover:underline">
            {name}
          </a>
          <span className="text-xs text-subtle">{format.bytes(size)}</span>
        </li>
      ))}
    </ul>
  )
}
