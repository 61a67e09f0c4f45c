import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** The secret after the #, removed immediately from the address bar and history. */
export function useTokenOfLink(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(hash.slice(1));
  // Opening another link in the same tab changes only the fragment.
  if (hash !== "" && hash.slice(1) !== token) setToken(hash.slice(1));
  useEffect(() => {
    if (hash !== "") void navigate({ hash: "" }, { replace: true });
  }, [hash, navigate]);
  return token;
}
