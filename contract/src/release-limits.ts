// How long a release waits, how long executors have to agree, and how often they may ask and object. Shared by server and pages.

/** How long a release by an executor may wait, in hours. */
export const waitHoursChoices = [0, 1, 24, 72, 168, 336, 720] as const;
export type WaitHours = (typeof waitHoursChoices)[number];
/** A vault is released after an unanswered check-in only if its wait is as long as this. */
export const silenceWaitHours = 336;
/** A second executor agrees within this time. Then the first may ask again. */
export const agreementDays = 14;
/** An executor objects to the others' requests, and the owner's page stops a release without a proof, once in this time. It is longer than a request and a wait together. */
export const objectionDays = 60;
/** An executor who has withdrawn a wait cannot ask again for this long. The others can. */
export const withdrawalPauseDays = 3;
/** How often a day an executor may ask for a release that waits, because each time writes to all executors. */
export const requestsPerDay = 3;
/** How often an executor asks for a corrected address of a release before another has agreed, so that they cannot replace each proposal of the others. */
export const proposalsPerRelease = 3;
/** A wait does not end before its owner had our first email for this long, or for as long as a shorter wait. */
export const firstWarningHours = 24;
/** How long executors see why a request has ended. */
export const endedRequestDays = 30;
