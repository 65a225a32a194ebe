import type { ReactNode } from 'react'

/** Line art on a 96 by 72 grid, in the color of the surrounding text; `Accent` marks the only part in another color. */
export const drawings = {
  empty: (
    <>
      <rect x="18" y="12" width="52" height="14" rx="4" />
      <rect x="18" y="30" width="52" height="14" rx="4" strokeDasharray="3 3.5" />
      <path
        d="M22 48h30m-30 12h24a4 4 0 0 0 4-4v-4a4 4 0 0 0-4-4m-24 0a4 4 0 0 0-4 4v4a4 4 0 0 0 4 4"
        opacity="0.45"
        strokeDasharray="3 3.5"
      />
      <path d="M25 19h1m5 0h18" />
      <Accent>
        <circle cx="70" cy="50" r="11" fill="var(--color-surface)" />
        <path d="M70 45v10m-5-5h10" />
      </Accent>
    </>
  ),
  noMatch: (
    <>
      <path d="M20 16h40M20 28h24M20 40h18M20 52h26" opacity="0.55" strokeDasharray="3 3.5" />
      <Accent>
        <circle cx="58" cy="38" r="15" fill="var(--color-surface)" />
        <path d="m69 49 10 10" strokeWidth="2.5" />
        <path d="M52 38h12" />
      </Accent>
    </>
  ),
  locked: (
    <>
      <rect x="16" y="12" width="64" height="48" rx="6" />
      <path d="M16 23h64M22 17.5h.1m4.9 0h.1m4.9 0h.1" />
      <path d="M24 32h10m-10 8h7m31-8h10m-7 8h7m-48 8h8m32 0h8" opacity="0.45" strokeDasharray="3 3.5" />
      <Accent>
        <rect x="37" y="38" width="22" height="17" rx="4" fill="var(--color-surface)" />
        <path d="M41.5 38v-4a6.5 6.5 0 0 1 13 0v4M48 45v3.5" />
      </Accent>
    </>
  ),
  denied: (
    <>
      <rect x="20" y="14" width="46" height="44" rx="6" />
      <circle cx="43" cy="30" r="6.5" />
      <path d="M31 48c1.5-6 6-9 12-9s10.5 3 12 9M38 14v-3h10v3" />
      <Accent>
        <circle cx="68" cy="50" r="10.5" fill="var(--color-surface)" />
        <path d="M62 50h12" />
      </Accent>
    </>
  ),
  offline: (
    <>
      <path d="M32 46a10 10 0 0 1-1-20 16 16 0 0 1 31-3 12 12 0 0 1 3 23" />
      <path d="M20 60h14m28 0h14" opacity="0.55" strokeDasharray="3 3.5" />
      <Accent>
        <circle cx="48" cy="50" r="11" fill="var(--color-surface)" />
        <path d="m44 46 8 8m0-8-8 8" />
      </Accent>
    </>
  ),
  done: (
    <>
      <rect x="22" y="12" width="44" height="48" rx="6" />
      <path d="M38 24h18M38 36h18M38 48h8" opacity="0.55" />
      <path d="m28.5 24 2 2 3.5-4m-5.5 14 2 2 3.5-4m-5.5 14 2 2 3.5-4" />
      <Accent>
        <circle cx="66" cy="50" r="11" fill="var(--color-surface)" />
        <path d="m61 50 3.5 3.5 6-7M80 33v-4m4 8 3-3m-1 9h4" />
      </Accent>
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>

function Accent({ children }: { readonly children: ReactNode }) {
  return <g className="text-accent-fg">{children}</g>
}
