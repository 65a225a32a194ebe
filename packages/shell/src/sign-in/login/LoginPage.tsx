import { useState } from 'react'
import type { SecondFactor } from '@host/platform-api/sign-in'
import { useSearch } from '@host/plugin-sdk'
import { FirstStep } from './FirstStep.tsx'
import { SecondStep } from './SecondStep.tsx'

const knownFactors: readonly string[] = ['totp', 'recovery', 'passkey'] satisfies readonly SecondFactor[]

/** The sign-in page: the first factor, and the second if the account has one. */
export default function LoginPage() {
  const [search, setSearch] = useSearch()
  const [email, setEmail] = useState('')
  const [factors, setFactors] = useState(() => factorsOf(search))
  const [refusal, setRefusal] = useState<unknown>(null)
  /** The first factor is valid for a few minutes only. */
  function beginAgain(error: unknown) {
    setRefusal(error)
    setFactors([])
    setSearch({ second_factor: undefined, error: undefined }, { replace: true })
  }
  if (factors.length > 0) {
    return <SecondStep methods={factors} onExpired={beginAgain} onBack={() => beginAgain(null)} />
  }
  return <FirstStep email={email} onEmail={setEmail} refusal={refusal} onSecondFactor={setFactors} />
}

/** An external sign-in returns with the second factors still required. */
function factorsOf(search: URLSearchParams): readonly SecondFactor[] {
  const named = (search.get('second_factor') ?? '').split(',')
  return named.filter((one): one is SecondFactor => knownFactors.includes(one))
}
