/** The time, passed in so that tests can hold it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
