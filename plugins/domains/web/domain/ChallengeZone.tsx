import { Button, ErrorNote, Link, useMutation, useNavigate, useToast, useTranslation } from '@host/plugin-sdk'
import { planChallenge, type DomainDetails } from '../../shared.ts'

/** The zone of the workspace that holds the TXT record of a domain, and the way to set it there by a plan. */
export function ChallengeZone({ domain: { id, zone, state } }: { readonly domain: DomainDetails }) {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation(planChallenge, {
    onSuccess({ changeset }) {
      if (changeset === null) toast({ title: t('domains.challenge.present') })
      else if (zone !== null) navigate(`/domains/zones/${zone.id}?plan=${changeset.id}`)
    },
  })
  if (zone === null) return null
  return (
    <div className="mt-2 flex flex-col gap-3 border-t border-line pt-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {t('domains.challenge.zone')}{' '}
          <Link to={`/domains/zones/${zone.id}`} className="text-accent-fg underline">
            {zone.name}
          </Link>
        </p>
        {state !== 'verified' && (
          <Button icon="list-checks" busy={isPending} onClick={() => mutate({ id })}>
            {t('domains.challenge.plan')}
          </Button>
        )}
      </div>
      <ErrorNote error={error} />
    </div>
  )
}
