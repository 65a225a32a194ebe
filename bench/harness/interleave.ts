/** Something that can be measured again and again. */
export interface Contender<Sample> {
  readonly name: string
  measure(): Promise<Sample>
}

/**
 * Measures contenders in alternation, so that other load of the machine affects all of them. Every other round runs
 * backwards: a machine that heats up would otherwise always slow the last one most.
 * @returns the samples by the contender's name, one a round, in the order of the rounds
 */
export async function interleave<Sample>(
  contenders: readonly Contender<Sample>[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map(contenders.map(({ name }): [string, Sample[]] => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const { name, measure } of order) samples.get(name)?.push(await measure())
  }
  return samples
}
