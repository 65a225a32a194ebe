/** The scope of all spans and metrics: the code that records them. */
export const otlpScope = 'host'
