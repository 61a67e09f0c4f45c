/** The time, passed in so that tests can hold it. */
export type Clock = () => Date;

/** A moment further ahead than this is none of another machine's clock: this one has been put back. */
export const CLOCK_DIFFERENCE_MILLISECONDS = 300_000;

export const systemClock: Clock = () => new Date();
