import { MarkLines } from '../frame/Logo.tsx'

/** Many hosts, and one that is meant: the mark in tints of the accent, for the wide side of the page. */
export function SignInArt() {
  return (
    <svg aria-hidden viewBox="0 0 256 256" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full">
      {tiles.map(({ left, top, isMeant }) => (
        <g key={`${left} ${top}`} transform={`translate(${left} ${top})`}>
          {isMeant && <rect width="32" height="32" rx="8" className="fill-accent" />}
          <MarkLines
            className={isMeant ? 'stroke-on-solid' : 'stroke-chart-5'}
            dotClassName={isMeant ? 'fill-on-solid' : 'fill-chart-4'}
          />
        </g>
      ))}
    </svg>
  )
}

const places = [0, 1, 2, 3, 4]

const tiles = places.flatMap((row) =>
  places.map((column) => ({ left: column * 52 + 8, top: row * 52 + 8, isMeant: row === 2 && column === 2 })),
)
