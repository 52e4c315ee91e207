import { beforeEach, describe, expect, it } from 'vitest';
import { forgetWork, heldWork, holdWork, type UnsentWork } from './unsent-work.ts';

const blank: UnsentWork = { answers: { securityAnswer1: '', securityAnswer2: '' }, files: [] };
const answered: UnsentWork = { ...blank, answers: { securityAnswer1: 'Lake Garda', securityAnswer2: '' } };

describe('unsent answers and files', () => {
  beforeEach(forgetWork);

  it('are given back to their owner and to nobody else', () => {
    holdWork('ada', answered);
    expect(heldWork('ada')).toBe(answered);
    expect(heldWork('ben')).toBeUndefined();
  });

  it('are nothing when there is neither an answer nor a file', () => {
    holdWork('ada', blank);
    expect(heldWork('ada')).toBeUndefined();
  });

  it('are gone once they are let go of', () => {
    holdWork('ada', answered);
    forgetWork();
    expect(heldWork('ada')).toBeUndefined();
  });
});
