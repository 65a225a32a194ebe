import { Link, useListQuery, useTranslation } from '@host/plugin-sdk'
import { isChosen, listEndpoints } from '../../shared.ts'

/** The endpoints that get an event, each with the deliveries of it. */
export function EventEndpoints({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const { items } = useListQuery(listEndpoints, {}, { errors: 'page' })
  const some = items?.filter(({ events }) => isChosen(events, name)) ?? []
  if (some.length === 0) return null
  return (
    <section aria-labelledby="event-deliveries">
      <h3 id="event-deliveries" className="mb-2 text-sm font-semibold">
        {t('webhooks.deliveries')}
      </h3>
      <ul className="divide-y divide-line rounded-card border border-line">
        {some.map(({ id, url, description }) => (
          <li key={id}>
            <Link
              to={`/webhooks/${id}?event=${encodeURIComponent(name)}`}
              className="block truncate px-3 py-2 text-sm hover:bg-hover"
            >
              {description === '' ? url : description}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
